// Functions whose first argument may be a function. The engine also takes the bare name of a function there:
// `arrayMap(file, ['/etc/passwd'])` reads a file. The check looks at that name as it looks at a call.

export const higherOrderNames = `
  arrayAll arrayAvg arrayBottomK arrayCompact arrayCount arrayCumSum arrayCumSumNonNegative arrayDifference
  arrayExists arrayFill arrayFilter arrayFirst arrayFirstIndex arrayFirstOrNull arrayFold arrayLast
  arrayLastIndex arrayLastOrNull arrayMap arrayMax arrayMin arrayPartialReverseSort arrayPartialSort
  arrayProduct arrayReverseFill arrayReverseSort arrayReverseSplit arraySort arraySplit arraySum arrayTopK
  mapAll mapApply mapExists mapFilter mapPartialReverseSort mapPartialSort mapReverseSort mapSort
`
