// Types of what we use of Monaco's that it declares none for.
declare module 'monaco-editor/platform/keybinding/common/keybindingsRegistry.js' {
  export const KeybindingsRegistry: {
    getDefaultKeybindings(): {
      keybinding: { chords: readonly unknown[] } | null
      command: string | null
    }[]
  }
}
