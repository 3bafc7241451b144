/** Shown while labels can't be loaded: the user must know that these are codes. */
export const codesShown = '字典读取失败，暂时显示代码'
