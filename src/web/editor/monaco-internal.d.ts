// Types of Monaco modules that have no declarations.
declare module 'monaco-editor/platform/keybinding/common/keybindingsRegistry.js' {
  export const KeybindingsRegistry: {
    getDefaultKeybindings(): {
      keybinding: { chords: readonly unknown[] } | null
      command: string | null
    }[]
  }
}
declare module 'monaco-editor/platform/commands/common/commands.js' {
  type Handler = (accessor: unknown, ...words: unknown[]) => unknown
  export const CommandsRegistry: {
    getCommand(id: string): { handler: Handler } | undefined
    registerCommand(id: string, handler: Handler): unknown
  }
}
declare module 'monaco-editor/editor/contrib/snippet/browser/snippetController2.js' {
  export const SnippetController2: {
    get(editor: unknown): { insert(template: string): void } | null
  }
}
