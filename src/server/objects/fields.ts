// Reports all invalid fields of a form at once, each at its field.
import { AppError } from '#shared/errors.ts'

type Readers<Values> = { [Name in keyof Values]: () => Values[Name] | Promise<Values[Name]> }

/**
 * Reads each field separately, under its name in the form. A refusal is an AppError; the first one is thrown,
 * with the messages of all fields in its data.
 */
export async function readFields<Values extends object>(readers: Readers<Values>): Promise<Values> {
  const values: Partial<Values> = {}
  const refused: { name: string; error: AppError }[] = []
  for (const name of Object.keys(readers) as (keyof Values & string)[]) {
    try {
      values[name] = await readers[name]()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ name, error })
    }
  }
  const [first] = refused
  if (!first) return values as Values
  const fields = Object.fromEntries(refused.map(({ name, error }) => [name, error.message]))
  throw new AppError(first.error.code, first.error.message, { fields })
}
