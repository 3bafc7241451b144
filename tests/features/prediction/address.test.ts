// The address holds the settings of both pages; invalid hand-written parts are dropped.
import { expect, it } from 'vitest'
import {
  plainRange,
  plainTurnover,
  type RangeAddress,
  rangeAddress,
  readRange,
  readTurnover,
  type TurnoverAddress,
  turnoverAddress,
} from '#features/prediction/contract/address.ts'

const searchOf = (address: string): string => address.slice(address.indexOf('?') + 1)

it('a forecast with all that it may hold comes back from its address', () => {
  const asked: TurnoverAddress = {
    point: 12,
    games: ['yhxt', 'fhsg'],
    filters: [{ dim: 7, op: 'in', values: ['ios', '100% ~ !安卓', null] }],
    split: { dim: 7, count: 4 },
    from: '2025-01-01',
    to: '2026-11-22',
    horizon: 90,
    level: 95,
    origin: '2026-10-01',
    scenarios: [
      {
        name: '双十一! ~ 大促 %',
        effects: [
          { from: '2026-11-01', to: '2026-11-11', percent: -12.5, error: 3 },
          { from: '2026-12-01', to: '2026-12-02', like: { kind: 'event', name: '春节 ~ 活动!' } },
        ],
      },
    ],
    grain: 'month',
    part: 'past',
    lead: 14,
    count: 90,
  }
  expect(readTurnover(searchOf(turnoverAddress(asked)))).toEqual(asked)
  expect(turnoverAddress(plainTurnover)).toBe('/others/turnoverPredict')
})

it('a search, too', () => {
  const asked: RangeAddress = {
    ...plainRange,
    part: 'rows',
    points: [12, 13],
    dims: [7, 15],
    games: ['yhxt'],
    from: '2026-11-01',
    to: '2026-11-22',
    way: 'outside',
    low: '-5.5',
    high: '500',
    perDay: true,
    chosen: '12 2026-11-05 ["app store"]',
  }
  expect(readRange(searchOf(rangeAddress(asked)))).toEqual(asked)
})

it.each([
  'point=x&horizon=99999&level=7&from=2026-1-1&split=a.b&if=&if=%25&if=x!y&by=hour&part=zzz&lead=-1&f=%%%',
  'horizon=0&split=7.99&if=a!2026-01-01~2026-01-02~NaN~x&count=1e9',
])('%s asks nothing wrong', (search) => {
  const { split, ...read } = readTurnover(search)
  const { split: _, ...plain } = plainTurnover
  expect(read).toEqual(plain)
  expect(split?.count ?? 3).toBe(3)
})
