// @vitest-environment jsdom
// Segments in the form of a push task: those of the chosen app, with the reason where one is impossible.
import { expect, it } from 'vitest'
import type { PushApp, PushSegment } from '#features/push/contract.ts'
import { useReferenceData } from '#features/push/web/referenceData.ts'
import { segmentChoices, segmentProblem } from '#features/push/web/tasks/aiming.ts'

const app = (cgi: string, kind: PushApp['kind']) => ({ cgi, name: `游戏 ${cgi}`, kind }) as PushApp
useReferenceData.setState({ apps: [app('a', 'http'), app('w', 'webpush')] })

const segment = (key: string, given: Partial<PushSegment> = {}): PushSegment => ({
  key,
  title: key,
  description: '',
  games: '*',
  problem: '',
  ...given,
})
const segments = [
  segment('all', { problem: '没有表' }),
  segment('payers', { description: '有过付费订单的玩家' }),
  segment('new7', { problem: '没有表' }),
  segment('segment-1', { title: '大R', description: '2026-11-23 有 12 人' }),
  segment('segment-2', { title: '空', problem: '还没有计算，没有名单' }),
  segment('segment-3', { title: '别的', games: ['b'] }),
  segment('segment-4', { title: '没有说明' }),
]
const offered = (cgi: string, base?: { segment: string; segmentTitle: string }) =>
  segmentChoices(segments, cgi, base).map(({ value, title, problem }) => [value, title, problem])

it('names what each is, and why one can’t be chosen for the app', () => {
  expect(offered('a')).toEqual([
    ['all', 'all', '没有表'],
    ['payers', 'payers', undefined],
    ['segment-1', '大R：2026-11-23 有 12 人', undefined],
    ['segment-2', '空', '还没有计算，没有名单'],
    ['segment-3', '别的', '不含应用「游戏 a」的玩家'],
    ['segment-4', '没有说明', undefined],
  ])
  const refused = offered('w').filter(
    ([, , problem]) => problem === 'Web Push 发给登记过的浏览器，不能按人群',
  )
  expect(refused.map(([value]) => value)).toEqual(['payers', 'segment-1', 'segment-3', 'segment-4'])
})

it('keeps that of the task that it began as, though it is offered no more', () => {
  expect(offered('a', { segment: 'new7', segmentTitle: '近 7 天新增' })).toContainEqual([
    'new7',
    'new7',
    '没有表',
  ])
  const gone = { segment: 'segment-9', segmentTitle: '老的（已删除）' }
  expect(offered('a', gone).at(-1)).toEqual(['segment-9', '老的（已删除）', undefined])
})

it('says at its field what is wrong with the chosen one', () => {
  expect(segmentProblem(segments, 'segment-1', 'a')).toBeUndefined()
  expect(segmentProblem(segments, 'payers', 'a')).toBeUndefined()
  expect(segmentProblem(segments, 'segment-3', 'a')).toBe('不能选人群「别的」：不含应用「游戏 a」的玩家')
  expect(segmentProblem(segments, 'segment-9', 'a')).toBe('人群已被删除，或你看不到它，请另选')
})
