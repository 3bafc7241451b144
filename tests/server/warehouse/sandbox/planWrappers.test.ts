// Query plans without the functions in which the engine wraps values.
import { expect, it } from 'vitest'
import { withoutWrappers } from '#server/warehouse/sandbox/planWrappers.ts'
import { growth } from '#tests/factories/steps.ts'

const pack = (value: string, size = 0) => `__internal_compress_integral_utinyint(${value}, ${size})`
const unpack = (value: string) => `__internal_decompress_string(${value})`

it.each([
  [pack('#1'), '#1'],
  [unpack('#0'), '#0'],
  [unpack(pack('s')), 's'],
  [`max(${pack(unpack('t.a'))}) + ${pack('coalesce(a, 1)', -128)}, b`, 'max(t.a) + coalesce(a, 1), b'],
  [`${pack("[a, {'x': 1, 'y': (2, 3)}]")} ASC`, "[a, {'x': 1, 'y': (2, 3)}] ASC"],
  [`__internal_compress_integral_usmallint(a, f(b, ${unpack('c')})) > 1`, 'a > 1'],
  [unpack(`concat(s, ')', "(", ')')`), `concat(s, ')', "(", ')')`],
  // What somebody wrote stays.
  [`(s = '${unpack('x')}')`, `(s = '${unpack('x')}')`],
  [`"${unpack('x')}" > 1`, `"${unpack('x')}" > 1`],
  ['my__internal_compress_string_ubigint(a)', 'my__internal_compress_string_ubigint(a)'],
  ['__internal_row_id, max(a)', '__internal_row_id, max(a)'],
  // What does not fit is left.
  [`${unpack('a')})`, `${unpack('a')})`],
  ['__internal_decompress_string(a', '__internal_decompress_string(a'],
  ["it's __internal_decompress_string(a)", "it's a"],
])('%s', (text, expected) => expect(withoutWrappers(text)).toBe(expected))

it.each([
  ['wrappers in wrappers', (n: number) => '__internal_decompress_string('.repeat(n) + ')'.repeat(n)],
  ['wrappers that nothing closes', (n: number) => '__internal_decompress_string('.repeat(n)],
  ['beginnings', (n: number) => '__internal_'.repeat(n)],
  ['underscores', (n: number) => `${'_'.repeat(n)}__internal_`],
  ['further arguments', (n: number) => pack('a, '.repeat(n))],
  ['quotes', (n: number) => `'${`"' `.repeat(n)}__internal_`],
])('reads %s once', (_, text) => {
  const grows = growth(1_000, (count) => {
    const written = text(count)
    return () => void withoutWrappers(written)
  })
  expect(grows).toBeLessThan(5)
})
