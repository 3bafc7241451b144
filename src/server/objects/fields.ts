// What a form is refused for: all that is wrong with it is told at once, each at the field where it was typed.
import { AppError } from '#shared/errors.ts'

type Readers<Values> = { [Name in keyof Values]: () => Values[Name] | Promise<Values[Name]> }

/**
 * Reads each field by itself, under the name that the form gives it. What refuses throws an AppError; the first of them
 * is thrown, with the words of all by their fields in its data.
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
