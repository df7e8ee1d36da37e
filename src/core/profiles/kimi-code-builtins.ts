/** The skills that kimi-code has compiled in: there is no file to open (rule 21 of its specification). */
export const KIMI_CODE_BUILTINS: readonly string[] = [
  'mcp-config',
  'import-from-cc-codex',
  'update-config',
  'custom-theme',
  'write-goal',
  'check-kimi-code-docs',
  'sub-skill',
];
