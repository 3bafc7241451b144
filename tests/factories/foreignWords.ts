// Finds a library's English in a sentence for readers: three Latin words in a row that are no name, no quoted text
// and no statement.

const quoted = /「[^」]*」|"[^"]*"|'[^']*'|`[^`]*`/g
const sentence = /[A-Za-z][a-z']+(?:[\s,:]+[A-Za-z][a-z']*){2,}/g

export const foreignWords = (text: string): string[] => text.replace(quoted, '').match(sentence) ?? []
