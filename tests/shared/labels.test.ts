import { expect, it } from 'vitest'
import { pendingLabel, toldApart } from '#shared/labels.ts'

it('codes of one label are told apart, and only these', () => {
  const labels = new Map([
    ['1', '一服'],
    ['2', '一服'],
    ['3', '二服'],
    // The label of this code is the code.
    ['一服', '一服'],
  ])
  expect([...toldApart(labels).values()]).toEqual(['一服（1）', '一服（2）', '二服', '一服'])
})

it('labels that are still loading name no code', () => {
  const labels = new Map(['1', '2'].map((code) => [code, pendingLabel]))
  expect([...toldApart(labels).values()]).toEqual([pendingLabel, pendingLabel])
})
