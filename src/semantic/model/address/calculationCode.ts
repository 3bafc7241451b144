// Calculations in an address, a part each: `1~2~average~~7c` is the second point's mean of seven days around each.
//
//   number ~ point ~ kind ~ dimensions ~ details     what is at the end and empty is left out
//   rank, share      dimensions within; details `a` (least first), `p` (of the parent)
//   average, sum     details: periods, `c` where centred
//   difference …     dimension along; details `first`, `last`, or `=` and the value
import { type Calculation, type CalculationBase, calculationKinds } from '../types.ts'
import { isId, isPointId } from './filterCode.ts'
import { decodeValues, encodeValues } from './textCode.ts'

const mostCalculations = 50
const mostDims = 20

function detailOf({ ascending, parent, periods, centred, base }: Calculation): string {
  if (periods !== undefined) return `${periods}${centred ? 'c' : ''}`
  if (typeof base === 'object') return `=${encodeValues([base.value])}`
  return base ?? (ascending ? 'a' : parent ? 'p' : '')
}

function writeCalculation(calculation: Calculation): string {
  const { number, of, kind, within = [], along } = calculation
  const dims = along === undefined ? within.join('.') : String(along)
  const head = `${number}~${of}~${kind}`
  const detail = detailOf(calculation)
  if (detail !== '') return `${head}~${dims}~${detail}`
  return dims === '' ? head : `${head}~${dims}`
}

function readCalculation(text: string): Calculation | undefined {
  const [number = '', of = '', named = '', dims = '', ...rest] = text.split('~')
  const kind = calculationKinds.find((one) => one === named)
  const known = dims === '' ? [] : dims.split('.')
  if (!isId(number) || Number(number) > 999 || !isPointId(of) || kind === undefined) return undefined
  if (!known.every(isId) || known.length > mostDims) return undefined
  const own = readDetail(kind, rest.join('~'), known.map(Number))
  return own && { number: Number(number), of: Number(of), kind, ...own }
}

function readDetail(
  kind: Calculation['kind'],
  detail: string,
  dims: number[],
): Partial<Calculation> | undefined {
  const within = dims.length > 0 && { within: dims }
  switch (kind) {
    case 'rank':
      return detail === '' || detail === 'a' ? { ...(detail && { ascending: true }), ...within } : undefined
    case 'share':
      return detail === '' || detail === 'p' ? { ...(detail && { parent: true }), ...within } : undefined
    case 'running':
      return detail === '' ? {} : undefined
    case 'average':
    case 'sum': {
      const [, periods, centred] = /^(\d{1,3})(c?)$/.exec(detail) ?? []
      return periods === undefined
        ? undefined
        : { periods: Number(periods), ...(centred && { centred: true }) }
    }
    default:
      return readFixed(detail, dims)
  }
}

function readFixed(detail: string, [along, second]: number[]): Partial<Calculation> | undefined {
  const base = readBase(detail)
  if (base === undefined || second !== undefined) return undefined
  return { ...(base !== null && { base }), ...(along !== undefined && { along }) }
}

/** Null: absent. */
function readBase(detail: string): CalculationBase | null | undefined {
  if (detail === '') return null
  if (detail === 'first' || detail === 'last') return detail
  const values = detail.startsWith('=') ? decodeValues(detail.slice(1)) : undefined
  return values?.length === 1 ? { value: values[0] ?? null } : undefined
}

/** One empty part means no calculations, where the saved report has some. */
export function readCalculationParts(texts: string[]): Calculation[] | undefined {
  if (texts.length === 1 && texts[0] === '') return []
  if (texts.length > mostCalculations) return undefined
  const calculations = texts.map(readCalculation)
  return calculations.includes(undefined) ? undefined : (calculations as Calculation[])
}

export const writeCalculationParts = (calculations: readonly Calculation[]): string[] =>
  calculations.length === 0 ? [''] : calculations.map(writeCalculation)
