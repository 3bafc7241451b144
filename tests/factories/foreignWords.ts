// Whether a sentence for a reader holds one of a library's: three words of Latin letters in a row, which are no name,
// no quoted text and no statement.

const quoted = /「[^」]*」|"[^"]*"|'[^']*'|`[^`]*`/g
const sentence = /[A-Za-z][a-z']+(?:[\s,:]+[A-Za-z][a-z']*){2,}/g

export const foreignWords = (text: string): string[] => text.replace(quoted, '').match(sentence) ?? []
