/** Shown while labels can't be loaded: the user must know that these are codes. */
export const codesShown = '字典没有读出来，暂时显示编码'
