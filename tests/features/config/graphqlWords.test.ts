// Errors in a query are described in Chinese, whatever the library's message.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignWords } from '#tests/factories/foreignWords.ts'
import { graphql } from '#features/config/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
beforeAll(async () => {
  office = await makeOffice()
})
afterAll(() => office.dispose())

interface Told {
  errors?: { message: string; extensions?: { code?: string } }[]
}
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`

const wrong: [query: string, rest?: { variables?: object; operationName?: string }][] = [
  // The first of all: what is deep is read before anything of the library has run.
  [`{ allPoint ${nested(5_000, '{ a ', '}')} }`],
  [`{ allPoint ${nested(1_900, '{ a ', '}')} }`],
  [`{ allPoint(where: ${nested(1_900, '{ a: ', '}')}) { id } }`],
  [`{ allPoint(order: ${nested(1_900, '[', ']')}) { id } }`],
  [`{ ${nested(1_000, '... { ', '}')} }`],
  ['{ allPoint {'],
  ['{ allPoint { id } '],
  ['allPoint'],
  ['{ allPoint { id } } }'],
  ['{ }'],
  ['{ allPoint(limit: ) { id } }'],
  ['{ allPoint(limit: "a") { id } }'],
  ['{ allPoint(limit: 99999999999) { id } }'],
  ['{ allPoint(limit: 1.5) { id } }'],
  ['{ allPoint(limit: {}) { id } }'],
  ['{ allPoint(none: 1) { id } }'],
  ['{ allPoint { none } }'],
  ['{ allPoint }'],
  ['{ allPoint { id { a } } }'],
  ['{ none { id } }'],
  ['{ allPoint @none { id } }'],
  ['{ allPoint { id @include } }'],
  ['{ allPoint { id @include(if: 1) } }'],
  ['{ allPoint { id @include(if: true) @include(if: true) } }'],
  ['{ ...a }'],
  ['{ ...a } fragment a on None { id }'],
  ['{ ...a } fragment a on Int { id }'],
  ['{ allPoint { id } } fragment a on Query { allPoint { id } }'],
  ['{ ...a } fragment a on Query { ...a }'],
  ['{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'],
  ['{ allPoint { id } allPoint(limit: 1) { id } }'],
  ['{ allPoint { id } } { allPoint { id } }'],
  ['query a { allPoint { id } } query a { allPoint { id } }'],
  ['query a { allPoint { id } } query b { allPoint { id } }'],
  ['query a { allPoint { id } }', { operationName: 'b' }],
  ['query ($n: Int!) { allPoint(limit: $n) { id } }'],
  ['query ($n: Int!) { allPoint(limit: $n) { id } }', { variables: { n: 'a' } }],
  ['query ($n: None) { allPoint(limit: $n) { id } }'],
  ['query ($n: String) { allPoint(limit: $n) { id } }'],
  ['query ($n: Int) { allPoint { id } }'],
  ['query ($n: Int, $n: Int) { allPoint(limit: $n) { id } }'],
  ['{ allPoint(limit: $n) { id } }'],
  ['mutation { drop }'],
  ['subscription { drop }'],
  ['type A { b: Int }'],
  ['fragment a on Query { allPoint { id } }'],
  ['{ allPoint(where: { none: 1 }) { id } }'],
  ['{ allPoint(order: [none]) { id } }'],
  ['{ allPoint(like: "\\u{zz}") { id } }'],
  [`{ ${'allPoint { id } '.repeat(2_000)} }`],
  ['{ __schema { types { name } } }'],
  [' '],
  ['#'],
]

describe('a query that is none', () => {
  it.each(wrong)('%s', async (query, rest = {}) => {
    const { text } = await office.admin.call(graphql, { body: { query, ...rest } })
    const { errors = [] } = JSON.parse(text) as Told
    expect(errors.length).toBeGreaterThan(0)
    for (const { message, extensions } of errors) {
      expect(extensions?.code).not.toBe('internal')
      expect(message).toMatch(/\p{Script=Han}/u)
      expect(foreignWords(message)).toEqual([])
    }
  })
})
