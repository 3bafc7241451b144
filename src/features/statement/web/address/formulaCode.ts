// Formulas of a report's own in an address, a part each: `-1~人均充值~[#11] / [#1]~percent~元`; what is not said at the
// end is left out.
import { decodeValues, encodeValues } from '#semantic/model/address/textCode.ts'
import {
  longestOwnFormula,
  longestOwnUnit,
  mostOwnFormulas,
  type NumberFormat,
  type OwnFormula,
} from '#semantic/model/types.ts'

const formats: readonly string[] = ['integer', 'decimal', 'percent'] satisfies NumberFormat[]
const longestName = 100

// A tilde in a text is escaped by textCode.ts.
const written = (text: string): string => encodeValues([text]).replaceAll('~', '!u007e')

function readText(coded: string): string | undefined {
  const [text, ...others] = decodeValues(coded) ?? []
  return typeof text === 'string' && others.length === 0 ? text : undefined
}

const writeFormula = ({ id, name, formula, format = undefined, unit = '' }: OwnFormula): string =>
  [String(id), written(name), written(formula), format ?? '', written(unit)].join('~').replace(/~{1,2}$/, '')

function readFormula(part: string): OwnFormula | undefined {
  const [id = '', ...coded] = part.split('~')
  if (!/^-[1-9]\d{0,2}$/.test(id) || coded.length < 2 || coded.length > 4) return undefined
  const [name, formula, format = '', unit = ''] = coded.map(readText)
  if (!name?.trim() || !formula?.trim() || name.length > longestName || formula.length > longestOwnFormula)
    return undefined
  if ((format !== '' && !formats.includes(format)) || unit.length > longestOwnUnit) return undefined
  return {
    id: Number(id),
    name,
    formula,
    ...(format !== '' && { format: format as NumberFormat }),
    ...(unit !== '' && { unit }),
  }
}

/** One empty part means no formulas, where the saved report has some. */
export function readFormulas(texts: string[]): OwnFormula[] | undefined {
  if (texts.length === 1 && texts[0] === '') return []
  const formulas = texts.map(readFormula)
  const isSound = texts.length <= mostOwnFormulas && !formulas.includes(undefined)
  const ids = new Set(formulas.map((own) => own?.id))
  return isSound && ids.size === formulas.length ? (formulas as OwnFormula[]) : undefined
}

export const writeFormulas = (formulas: readonly OwnFormula[]): string[] =>
  formulas.length === 0 ? [''] : formulas.map(writeFormula)
