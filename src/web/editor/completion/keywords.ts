// SQL keywords: for colouring, for completion, and for names that need quotes.

const words = (text: string): string[] => text.split(' ')

/** The engine's reserved words, which must be quoted as names. */
export const reserved: ReadonlySet<string> = new Set(
  words(
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider placing primary qualify references returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic when where window with',
  ),
)

/** Reserved as names of tables and functions, but not of columns. */
const halfReserved = words(
  'anti asof between collation cross exists full glob ilike inner interval is isnull join left like natural notnull outer overlaps positional right semi similar tablesample try_cast',
)

/** Words that can't be an alias after a table or a column. */
export const endsItem: ReadonlySet<string> = new Set([...reserved, ...halfReserved])

/** Everything coloured as a keyword. */
export const keywords: readonly string[] = [
  ...new Set([
    ...reserved,
    ...halfReserved,
    ...words(
      'by over partition rows range groups preceding following unbounded current row exclude filter within recursive materialized values nulls first last rollup cube grouping sets ties ordinality respect ignore escape sample replace rename include extract overlay position substring trim struct map',
    ),
  ]),
]
