// Note beside conditions that search for part of a text.
export const anyCaseNote = '不区分大小写'
