/** The topic `desk`. */
export const desk = `A coordinator's desk

  cfi today        Shows what needs your answer, what waits on the warehouse, what arrives, what came short. \
--exit-code ends with 12 if an answer is needed.
  cfi board        Shows the same, full screen and live, with a key for each answer; ? lists the keys.
  cfi slot watch   Waits for the warehouse, on a terminal or in a script.

  Answer safely    cfi slot respond REF --accept --offer "tue 13:00" accepts only the time that you have read; \
if the warehouse has changed its offer, it ends with exit 6. Enter alone never accepts.
  Book             cfi slot book asks for each value; cfi slot book --like REF --date ... repeats a booking; \
cfi slot book FILE books many slots, each once.
  Purchase orders  cfi po create --slot REF --item SKU=QTY; cfi po list --short shows what came short.
  Calendar         cfi slot get REF --ics FILE.

  The service allows you to poll only a few times an hour; watch and board keep to that.
`;
