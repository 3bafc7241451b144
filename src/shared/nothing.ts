// How missing values are written in tables, charts, conditions, histories and messages. In sheets a missing
// value is an empty cell; in csv it is an empty field and the empty text is `""`.

/** No value: null. */
export const emptyText = '–'
/** The empty text, which differs from null. */
export const emptyWord = '(空文本)'

/** A text for display, whatever it holds. */
export const toldText = (text: string | null): string =>
  text === null ? emptyText : text === '' ? emptyWord : text
