// Unit, rules and golden tests. Web tests name jsdom in their first line: `// @vitest-environment jsdom`.
import { defineConfig } from 'vitest/config'
import { pinyinOf } from '../src/server/pinyin.ts'

/** The module that build.mjs makes for the page. */
const commandPinyin = {
  name: 'command-pinyin',
  resolveId: (id: string) => (id === 'commands:pinyin' ? `\0${id}` : undefined),
  load: async (id: string) => {
    if (id !== '\0commands:pinyin') return undefined
    // By the address, so that Node reads the registry and what it names on demand is no part of this file.
    const { commands }: typeof import('../commands/index.ts') = await import(
      new URL('../commands/index.ts', import.meta.url).href
    )
    const readings = Object.fromEntries(commands.map((command) => [command.id, pinyinOf(command.title)]))
    return `export const commandPinyin = ${JSON.stringify(readings)}`
  },
}

export default defineConfig({
  plugins: [commandPinyin],
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/bench/**', 'node_modules/**'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
})
