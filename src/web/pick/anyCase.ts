// What stands beside conditions that look for a part of a text.
export const anyCaseNote = '不区分大小写'
