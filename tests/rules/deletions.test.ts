// Every deletion asks for confirmation first, and its loading text says 正在删除, whatever the call's name.
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callsOf } from '#server/slice.ts'
import { isDeletion, loadingTextOf, loadingTexts } from '#web/api/loading.ts'
import * as slices from '#features/server.ts'

const calls = callsOf(slices)

describe('the text shown while a call runs', () => {
  const deleting = calls.filter(({ name, path }) =>
    /delete|drop|del[A-Z]/i.test(`${name} ${path}`.replace(/deliver\w*/gi, '')),
  )

  it('says 正在删除 for each deletion', () => {
    expect(deleting.length).toBeGreaterThan(7)
    expect(
      deleting.filter((call) => loadingTextOf(call) !== loadingTexts.remove).map(({ name }) => name),
      'let isDeletion in web/api/loading.ts recognize these calls',
    ).toEqual([])
    expect(
      loadingTextOf({ name: 'removeWhiteListEntry', path: '/api/s1/data/AnaWhiteList/delete/{id}' }),
    ).toBe('正在删除...')
  })

  it('says 正在删除 for no other call', () => {
    const others = calls.filter((call) => !deleting.includes(call))
    expect(
      others.filter((call) => loadingTextOf(call) === loadingTexts.remove).map(({ name }) => name),
      'these calls delete nothing: narrow isDeletion in web/api/loading.ts',
    ).toEqual([])
  })
})

/** File that sends a deletion → file with its confirmation dialog. */
const questions: Readonly<Record<string, string>> = {
  'code/web/query/dialogs/DropDialog.tsx': 'code/web/query/dialogs/DropDialog.tsx',
  'custom/web/saving.ts': 'custom/web/detail/DetailPage.tsx',
  'mfa/web/actions.tsx': 'mfa/web/actions.tsx',
  'statement/web/explain/records.ts': 'statement/web/explain/RecordsDialog.tsx',
  'statement/web/report/saving.ts': 'statement/web/report/dialogs/ReportDialogs.tsx',
  'statement/web/tree/actions.ts': 'statement/web/tree/TreeDialogs.tsx',
}

/** Files that delete without asking, and why nothing can be lost. */
const unasked: Readonly<Record<string, string>> = {
  'calendar/web/noteWork.ts': 'one note of one day, brought back by 撤销',
  'code/web/library/TeamFolders.tsx': 'an empty folder alone, brought back by 撤销',
  'code/web/query/snippets/store.ts': 'one snippet of one’s own, brought back by 撤销',
  'prediction/web/turnover/scenarioWork.ts': 'one assumption of one’s own, brought back by 撤销',
  'push/web/test/browser.ts': 'a registration, made again by the button beside it',
}

/** Exported names of the contracts' deletions, as browser code imports them. */
async function deletionNames(): Promise<string[]> {
  const contracts = globSync('*/contract.ts', { cwd: 'src/features' }).map(
    (file): Promise<Record<string, { name?: unknown; path?: unknown }>> =>
      import(`../../src/features/${dirname(file)}/contract.ts`),
  )
  const exported = (await Promise.all(contracts)).flatMap((contract) => Object.entries(contract))
  return exported.flatMap(([name, value]) => {
    const call = { name: String(value?.name), path: String(value?.path) }
    return calls.some((one) => one.name === call.name) && isDeletion(call) ? [name] : []
  })
}

const read = (file: string): string => readFileSync(`src/features/${file}`, 'utf8')

describe('the question before a deletion', () => {
  const files = globSync('*/web/**/*.{ts,tsx}', { cwd: 'src/features' }).sort()
  const lists = files.filter((file) => read(file).includes(`doing: '${loadingTexts.remove}'`))

  it('is asked by every list that deletes', () => {
    expect(lists.length).toBeGreaterThan(15)
    const silent = lists.filter(
      (file) => !/doing: '正在删除\.\.\.',\s+done: '已删除',\s+asks: /.test(read(file)),
    )
    expect(silent, "declare `asks` for the list's deletion").toEqual([])
  })

  it('is skipped by no code beside a list: only the list itself works without a question', () => {
    expect(
      files.filter((file) => /\bworkOnRows\b(?!\.ts)/.test(read(file))),
      'use beginOnRows, which asks first',
    ).toEqual([])
  })

  it('is asked wherever else a deletion is sent, or the file is listed with a reason', async () => {
    const names = await deletionNames()
    expect(names.length).toBeGreaterThan(25)
    const sent = new RegExp(`\\bcall\\(\\s*(${names.join('|')})\\b`)
    const sending = files.filter((file) => !lists.includes(file) && sent.test(read(file)))
    expect(sending, 'ask first and list the file in `questions`, or in `unasked` with a reason').toEqual(
      [...Object.keys(questions), ...Object.keys(unasked)].sort(),
    )
    const missing = Object.values(questions).filter((file) => !read(file).includes('<ConfirmDialog'))
    expect(missing, 'show a <ConfirmDialog> in these files, or correct `questions`').toEqual([])
  })
})
