// @vitest-environment jsdom
// What the form of a point offers and sends, depending on its choices.
import { expect, it } from 'vitest'
import { aggregateChoices, changeOf, type PointValues } from '#features/config/web/points/PointForm.tsx'

const values: PointValues = {
  name: '每人',
  types: 'statistic',
  table_id: '3',
  name_sql: 'amount',
  'info.aggregate': 'mean',
  'info.per': ' player_id ',
  'info.percentile': 90,
  'info.approximate': true,
  event_filter: '',
  filter: '',
  point_typeId: '',
  'info.format': 'decimal',
  'info.unit': '',
  'info.fill': '',
  'info.synonyms': [],
  describe: '',
  note: '',
}
const all = ['sum', 'median', 'percentile', 'stddev', 'mean', 'min', 'max'].map((value) => ({
  value,
  title: `t-${value}`,
}))
const titles = (change: Partial<PointValues>) =>
  aggregateChoices({ ...values, ...change }, all).map(({ value, title }) => [value, title])

it('sends by whom a statistic is added up first, and of no other type', () => {
  expect(changeOf(values).info).toEqual({ aggregate: 'mean', per: 'player_id', format: 'decimal' })
  expect(changeOf({ ...values, 'info.per': ' ' }).info).not.toHaveProperty('per')
  expect(changeOf({ ...values, types: 'additive', 'info.aggregate': 'sum' }).info).toEqual({
    aggregate: 'sum',
    format: 'decimal',
  })
})

it('offers the least and the greatest of players alone, and shows what is taken for another type’s choice', () => {
  expect(titles({}).map(([value]) => value)).toEqual(['median', 'percentile', 'stddev', 'mean', 'min', 'max'])
  expect(titles({ 'info.per': '' }).map(([value]) => value)).toEqual([
    'median',
    'percentile',
    'stddev',
    'mean',
  ])
  // Chosen as a sum, and made a statistic since: the median is what is counted.
  expect(titles({ 'info.aggregate': 'sum' })[0]).toEqual(['sum', 't-median'])
  expect(changeOf({ ...values, 'info.aggregate': 'sum' }).info).toMatchObject({ aggregate: 'median' })
})
