/** What a list shows in the place of an encrypted text that the installation's secret does not open. */
export const unopenedWords = '无法解密，请重新填写'
