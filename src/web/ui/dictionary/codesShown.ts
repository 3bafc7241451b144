/** Without labels the codes speak for themselves, and the reader knows that they are codes. */
export const codesShown = '字典没有读出来，暂时显示编码'
