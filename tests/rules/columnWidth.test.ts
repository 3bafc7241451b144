// Every table uses the reader's setting for the widest column unchanged; 0 means no limit.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../src')
const tables = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.startsWith('web/table/'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
  .filter(({ text }) => text.includes('<DataTable'))

it('every table gets the reader’s setting unchanged', () => {
  expect(tables.length).toBeGreaterThan(6)
  const others = tables.flatMap(({ name, text }) =>
    [...text.matchAll(/maxColumnWords=\{([^}]*)\}/g)].flatMap(([, given]) =>
      given === 'maxColumnWords' ? [] : [`${name}: ${given}`],
    ),
  )
  expect(others, "pass the reader's setting: maxColumnWords={maxColumnWords}").toEqual([])
  expect(
    tables.filter(({ text }) => !text.includes('useSettings(')).map(({ name }) => name),
    'read maxColumnWords by useSettings()',
  ).toEqual([])
})
