// Segments as entries of the command palette.
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { listSegments, segmentStateTitles } from '../contract.ts'

export async function readSegments(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { rows } = await call(listSegments, {}, { signal, quiet: true, loading: null })
  return rows.map(({ id, name, pinyin, members, state, sourceText }) => ({
    id: `segment:${id}`,
    title: name,
    pinyin,
    icon: 'people',
    detail: [
      members === null ? segmentStateTitles[state] : `${members.toLocaleString('en-US')} 人`,
      sourceText,
    ].join(' '),
    go: pages.configSegment({ text: name }),
  }))
}
