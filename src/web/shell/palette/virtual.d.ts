// The module that the build makes (see build.mjs): readings of commands' titles by id.
declare module 'commands:pinyin' {
  export const commandPinyin: Readonly<Record<string, string>>
}
