// Sentences name a key through its command (`ByKey`, `byKey`), never literally: users may have rebound the key, and
// its look is the same everywhere.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = join(fileURLToPath(import.meta.url), '../../..')

/** Files that name keys without a command of ours. */
const reasons: Record<string, string> = {
  'src/features/code/web/query/tabs/EditorMenu.tsx': 'pastes by the key of the browser itself',
  'src/web/editor/SqlEditorView.tsx': 'is the key of the code editor that switches what Tab does',
}

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** Matches 按 C, 按 g k, 按 F8, Shift+D, Ctrl Shift F, but not keys with a fixed meaning (Enter, Tab, Esc, arrows). */
const letters = /按\s*(?:[A-Za-z](?: [A-Za-z])*|F\d{1,2})(?![A-Za-z0-9])/
const chords =
  /[\u4e00-\u9fff（][^'"`\n]*\b(?:Ctrl|Shift|Alt|Meta|⌘)(?:[ +](?:Ctrl|Shift|Alt))*[ +][A-Z](?![A-Za-z])/

const keyWritten = (text: string): string | null => {
  const code = withoutComments(text)
  return letters.exec(code)?.[0] ?? chords.exec(code)?.[0] ?? null
}

it('no sentence of a page writes out the key of a command', () => {
  const found = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => /\/web\//.test(file))
    .flatMap((file) => {
      const written = keyWritten(readFileSync(join(root, file), 'utf8'))
      return written === null ? [] : [[file, written] as const]
    })
  expect(
    found.filter(([file]) => !(file in reasons)),
    "show the command's key by <KeyHint>, or list the file in `reasons`",
  ).toEqual([])
  expect(
    Object.keys(reasons).filter((file) => !found.some(([one]) => one === file)),
    'remove these files from `reasons`: they name no key',
  ).toEqual([])
})

it.each([
  "'按 C 新建；选维度与指标时按分类排列。'",
  "'数据还是文件时，按 G K「导入数据」'",
  "'还没有报表，按 c 新建'",
  "'有行有误，按 F8 逐处查看'",
  "'打开一张报表，按 Shift+D 或在菜单里选「订阅」'",
  'title="查询语法（Shift H）"',
  '<span>在编辑器里按 Ctrl+Shift+F 也可以</span>',
])('it would find %j', (text) => {
  expect(keyWritten(text)).not.toBeNull()
})

it.each(["'填玩家编号，按 Enter'", '`（按 GBK 解码）`', "'输入前缀按 Tab 就能放入'", '// 按 C 新建'])(
  'it leaves %j alone',
  (text) => {
    expect(keyWritten(text)).toBeNull()
  },
)
