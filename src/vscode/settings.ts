/** The settings, and what they come to as inputs of a resolution. */
import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { PROFILE_IDS } from '../core/products';
import type { Overrides } from '../core/profiles/profile';
import type { ProfileId } from '../core/types';
import { Setting } from './setting';

export class Settings implements vscode.Disposable {
  private readonly product = new Setting<string>('product');
  private readonly workDir = new Setting<string>('workDir');
  private readonly shareDir = new Setting<string>('kimiCli.shareDir');
  private readonly configFile = new Setting<string>('kimiCli.configFile');
  private readonly skillsDirs = new Setting<readonly string[]>('kimiCli.skillsDirs');
  private readonly extraSkillDirs = new Setting<readonly string[] | null>('kimiCli.extraSkillDirs');
  private readonly mergeBrands = new Setting<string>('kimiCli.mergeBrands');
  private readonly builtinDir = new Setting<string>('kimiCli.builtinDir');
  private readonly codeDataDir = new Setting<string>('kimiCode.dataDir');
  private readonly codeConfigFile = new Setting<string>('kimiCode.configFile');
  private readonly codeSkillsDirs = new Setting<readonly string[]>('kimiCode.skillsDirs');
  private readonly codeExtraSkillDirs = new Setting<readonly string[] | null>('kimiCode.extraSkillDirs');

  private readonly userDirectory = new Setting<string>('userCanonicalDirectory');

  private readonly all: readonly Setting<unknown>[] = [
    this.product,
    this.codeDataDir,
    this.codeConfigFile,
    this.codeSkillsDirs,
    this.codeExtraSkillDirs,
    this.workDir,
    this.shareDir,
    this.configFile,
    this.skillsDirs,
    this.extraSkillDirs,
    this.mergeBrands,
    this.builtinDir,
    this.userDirectory,
  ];

  /** Calls back after any of them changed. */
  onDidChange(callback: () => void): vscode.Disposable {
    return vscode.Disposable.from(...this.all.map(setting => setting.onDidChange(callback)));
  }

  /** The directory that the product is taken to be started in, where it is not the folder itself. */
  workDirFor(folder: vscode.Uri | undefined): string | undefined {
    return directory(this.workDir.valueFor(folder));
  }

  /** The product whose rules count, or `auto`: the one that this machine uses. */
  get productChoice(): ProfileId | 'auto' {
    const chosen = this.product.valueFor(undefined);
    return PROFILE_IDS.find(id => id === chosen) ?? 'auto';
  }

  /** The data directories that are set. */
  get dataDirs(): Readonly<Partial<Record<ProfileId, string>>> {
    const [cli, code] = [this.shareDir, this.codeDataDir].map(setting =>
      directory(setting.valueFor(undefined)),
    );
    return {
      ...(cli !== undefined && { 'kimi-cli': cli }),
      ...(code !== undefined && { 'kimi-code': code }),
    };
  }

  /**
   * What takes the place of a product's own inputs. A value of the wrong type counts as unset: VS Code has marked it
   * in the settings already.
   */
  overridesFor(folder: vscode.Uri | undefined, profile: ProfileId): Overrides {
    switch (profile) {
      case 'kimi-cli':
        return this.kimiCliOverrides(folder);
      case 'kimi-code':
        return this.kimiCodeOverrides(folder);
      default:
        return {};
    }
  }

  private kimiCodeOverrides(folder: vscode.Uri | undefined): Overrides {
    const shareDir = directory(this.codeDataDir.valueFor(folder));
    const configFile = directory(this.codeConfigFile.valueFor(folder));
    // The product expands the tilde of both lists itself, by one rule (rule 4).
    const skillsDirs = texts(this.codeSkillsDirs.valueFor(folder));
    const extraSkillDirs = texts(this.codeExtraSkillDirs.valueFor(folder));
    return {
      ...(shareDir !== undefined && { shareDir }),
      ...(configFile !== undefined && { configFile }),
      ...(skillsDirs !== undefined && { skillsDirs }),
      ...(extraSkillDirs !== undefined && { extraSkillDirs }),
    };
  }

  private kimiCliOverrides(folder: vscode.Uri | undefined): Overrides {
    const shareDir = directory(this.shareDir.valueFor(folder));
    const configFile = directory(this.configFile.valueFor(folder));
    const builtinDir = directory(this.builtinDir.valueFor(folder));
    const skillsDirs = texts(this.skillsDirs.valueFor(folder))?.map(expandTilde);
    // As in the configuration file: the product expands the tilde of these itself, by rules of its own.
    const extraSkillDirs = texts(this.extraSkillDirs.valueFor(folder));
    const mergeBrands = this.mergeBrands.valueFor(folder);
    return {
      ...(shareDir !== undefined && { shareDir }),
      ...(configFile !== undefined && { configFile }),
      ...(builtinDir !== undefined && { builtinDir }),
      ...(skillsDirs !== undefined && { skillsDirs }),
      ...(extraSkillDirs !== undefined && { extraSkillDirs }),
      ...((mergeBrands === 'on' || mergeBrands === 'off') && { mergeBrands: mergeBrands === 'on' }),
    };
  }

  /** The shared directory that is made for a user who has neither of the two. */
  get userCanonicalDirectory(): '~/.agents/skills' | '~/.config/agents/skills' {
    const chosen = this.userDirectory.valueFor(undefined);
    return chosen === '~/.config/agents/skills' ? chosen : '~/.agents/skills';
  }

  dispose(): void {
    vscode.Disposable.from(...this.all).dispose();
  }
}

function directory(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? expandTilde(value.trim()) : undefined;
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : undefined;
}

/** No shell stands between a setting and us, so the tilde that it would expand is expanded here. */
function expandTilde(value: string): string {
  return value === '~' || value.startsWith('~/') || value.startsWith(`~${path.sep}`)
    ? path.join(homedir(), value.slice(1))
    : value;
}
