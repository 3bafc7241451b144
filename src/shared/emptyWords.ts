// What is no text, where it is named in words: in conditions, in lists of values.

/** null. */
export const nullWord = '(空)'
/** The empty string, told apart from null. */
export const emptyWord = '(空文本)'
