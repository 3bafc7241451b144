// Checks as entries of the command palette.
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { checkStateTitles, listChecks } from '../contract.ts'

export async function readChecks(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { rows } = await call(listChecks, {}, { signal, quiet: true, loading: null })
  return rows.map(({ id, name, pinyin, table, state }) => ({
    id: `check:${id}`,
    title: name,
    pinyin,
    icon: 'endorsed',
    detail: `${table} ${checkStateTitles[state]}`,
    go: pages.configSourceChecks({ text: name }),
  }))
}
