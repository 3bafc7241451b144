/** Shown instead of an encrypted text that the installation's secret can't open. */
export const unopenedWords = '无法解密，请重新填写'
