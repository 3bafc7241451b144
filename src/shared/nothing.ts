// The words for what is not there, the same in tables, charts, conditions, histories and messages. In sheets no value is
// no cell, in a csv it is nothing and the empty text `""`.

/** No value: null. */
export const emptyText = '–'
/** The empty text, which is another value. */
export const emptyWord = '(空文本)'

/** A text as it is told, whatever it holds. */
export const toldText = (text: string | null): string =>
  text === null ? emptyText : text === '' ? emptyWord : text
