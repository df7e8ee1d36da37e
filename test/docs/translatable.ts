/** Every text of the interface that has to be translated, read from the sources with the compiler's own eyes. */
import path from 'node:path';
import ts from 'typescript';

/** What the sources say to people. */
export interface Translatable {
  /** From the key in the bundle, the English template, to the places that say it: `src/core/merge.ts:12`. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** Places that say something of which the compiler cannot tell what it is: no translation would be found by it. */
  readonly unclear: readonly string[];
}

/** The one place that hands on what others say. */
const TRANSLATOR = 'src/vscode/localize.ts';

/**
 * Reads `message(…)`, `term(…)` and `vscode.l10n.t(…)` in all sources of the extension and of the command. A template may be a literal, a constant, a choice or a table of literals: what counts is its type.
 * @param folder the project
 */
export function readTranslatable(folder: string): Translatable {
  const config = ts.readConfigFile(path.join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder);
  const program = ts.createProgram(
    [path.join(folder, 'src', 'extension.ts'), path.join(folder, 'src', 'cli.ts')],
    options,
  );
  const checker = program.getTypeChecker();
  const texts = new Map<string, string[]>();
  const unclear: string[] = [];

  for (const source of program.getSourceFiles()) {
    const file = path.relative(folder, source.fileName).replaceAll('\\', '/');
    if (file.startsWith('src/') && file !== TRANSLATOR) visit(source, file, source);
  }
  return { texts, unclear };

  function visit(node: ts.Node, file: string, source: ts.SourceFile): void {
    if (ts.isCallExpression(node) && saysSomething(node.expression)) {
      const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      const keys = node.arguments[0] && keysOf(checker.getTypeAtLocation(node.arguments[0]), node);
      if (!keys?.length) unclear.push(`${place}: ${node.getText().slice(0, 80)}`);
      for (const key of keys ?? []) texts.set(key, [...(texts.get(key) ?? []), place]);
    }
    ts.forEachChild(node, child => visit(child, file, source));
  }

  function saysSomething(callee: ts.Expression): boolean {
    if (ts.isPropertyAccessExpression(callee)) return /\bl10n\.t$/.test(callee.getText());
    if (!ts.isIdentifier(callee) || !['message', 'term'].includes(callee.text)) return false;
    const here = checker.getSymbolAtLocation(callee);
    const symbol = here && here.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(here) : here;
    return !!symbol?.declarations?.some(one =>
      one.getSourceFile().fileName.replaceAll('\\', '/').endsWith('src/core/message.ts'),
    );
  }

  /** The keys that a first argument of this type stands for; undefined where one is not known. */
  function keysOf(type: ts.Type, node: ts.CallExpression): readonly string[] | undefined {
    if (type.isStringLiteral()) return [type.value];
    if (type.isUnion()) {
      const all = type.types.map(one => keysOf(one, node));
      return all.every(keys => keys !== undefined) ? all.flat() : undefined;
    }
    const text = textsOf(type, 'message', node);
    if (!text) return undefined;
    // `vscode.l10n.t({ message, comment })` looks for both together.
    const comment = textsOf(type, 'comment', node)?.join('');
    return text.map(one => (comment ? `${one}/${comment}` : one));
  }

  function textsOf(type: ts.Type, name: string, node: ts.CallExpression): readonly string[] | undefined {
    const property = type.getProperty(name);
    const declaration = property?.valueDeclaration;
    if (!property || !declaration) return undefined;
    // An object literal has widened types: its initializer has the literal.
    if (ts.isPropertyAssignment(declaration)) {
      if (ts.isArrayLiteralExpression(declaration.initializer))
        return declaration.initializer.elements.flatMap(
          one => keysOf(checker.getTypeAtLocation(one), node) ?? [],
        );
      return keysOf(checker.getTypeAtLocation(declaration.initializer), node);
    }
    return keysOf(checker.getTypeOfSymbolAtLocation(property, node), node);
  }
}

/** `{0}`, `{1}`, … of a template, and those with names. */
export function placeholders(text: string): readonly string[] {
  return text.match(/\{\w+\}/g) ?? [];
}

/** What stands between backquotes. */
export function codeSpans(text: string): readonly string[] {
  return text.match(/`[^`]+`/g) ?? [];
}

/** Where links lead to: `](command:whichSkill.explain)`. */
export function linkTargets(text: string): readonly string[] {
  return text.match(/\]\([^)]+\)/g) ?? [];
}
