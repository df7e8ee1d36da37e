/** The TOML parser, kept apart so that it is loaded only where there is a configuration to read. */
import { parse, TomlError } from 'smol-toml';

export { readTomlOutline } from '../toml-outline';

/** Why a text is not TOML. `syntax` stands for everything that is not worth a sentence of its own. */
export type TomlFault = 'duplicate' | 'escape' | 'syntax';

export type ParsedToml =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly fault: TomlFault; readonly line?: number; readonly column?: number };

/**
 * Parses TOML.
 *
 * In: text with LF line ends and without a byte order mark. Out: plain values (integers that a number cannot hold are
 * bigints), or the kind and place of the first fault, counted from 1. Never throws. The parser's own message is not
 * handed on: it quotes the lines around the fault, and those may hold keys.
 *
 * Beware: the parser knows TOML 1.1. What kimi-cli's parser does not take yet, `readTomlOutline` tells.
 */
export function parseToml(text: string): ParsedToml {
  try {
    return { ok: true, value: parse(text, { integersAsBigInt: 'asNeeded' }) };
  } catch (error) {
    if (!(error instanceof TomlError)) return { ok: false, fault: 'syntax' };
    const { line, column } = error;
    const reason = error.message.split('\n', 1)[0] ?? '';
    if (reason.includes('redefine')) return { ok: false, fault: 'duplicate', line, column };
    if (reason.includes('escape')) return { ok: false, fault: 'escape', line, column };
    return { ok: false, fault: 'syntax', line, column };
  }
}
