// Segments offered by the form for an app: unusable ones say why.

import { segmentOfKey } from '#semantic/model/segments.ts'
import type { Choice } from '#web/form/types.ts'
import type { PushSegment, PushTask } from '#features/push/contract.ts'
import { appOf } from '../referenceData.ts'

const isOwn = ({ key }: Pick<PushSegment, 'key'>): boolean => segmentOfKey(key) !== null

/** Undefined where it is usable. */
function problemFor({ key, games, problem }: PushSegment, cgi: string): string | undefined {
  if (problem !== '') return problem
  const app = appOf(cgi)
  if (app?.kind === 'webpush' && key !== 'all') return 'Web Push 发给登记过的浏览器，不能按人群'
  if (games === '*' || games.includes(cgi)) return undefined
  return `不含应用「${app?.name ?? cgi}」的玩家`
}

/** `base`: the task the form started from; its segment stays in the list. */
export function segmentChoices(
  segments: readonly PushSegment[],
  cgi: string,
  base: Pick<PushTask, 'segment' | 'segmentTitle'> | undefined,
): Choice[] {
  const shown = segments.filter(
    (segment) =>
      segment.problem === '' || isOwn(segment) || segment.key === base?.segment || segment.key === 'all',
  )
  const choices = shown.map((segment): Choice => {
    const { key, title, description } = segment
    const problem = problemFor(segment, cgi)
    if (problem !== undefined) return { value: key, title, problem }
    return { value: key, title: isOwn(segment) && description !== '' ? `${title}：${description}` : title }
  })
  const isThere = base === undefined || choices.some(({ value }) => value === base.segment)
  return isThere ? choices : [...choices, { value: base.segment, title: base.segmentTitle }]
}

/** What is wrong with the chosen one; undefined where it is usable. */
export function segmentProblem(
  segments: readonly PushSegment[],
  key: string,
  cgi: string,
): string | undefined {
  const segment = segments.find((one) => one.key === key)
  if (!segment) return '人群已被删除，或你看不到它，请另选'
  const problem = problemFor(segment, cgi)
  return problem && `不能选人群「${segment.title}」：${problem}`
}
