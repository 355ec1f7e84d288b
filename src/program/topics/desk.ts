/** The topic `desk`. */
export const desk = `A coordinator's desk

  cfi today           What needs your answer, what waits for the warehouse, what arrives, what came short.
                      --exit-code ends with 12 when an answer is needed.
  cfi board           The same full screen and live; a key for each answer, ? lists them.
  cfi slot watch      Waits for the warehouse, in a terminal or a script.

  Answer safely       cfi slot respond REF --accept --offer "tue 13:00" accepts only the time that you read; if the
                      warehouse offers another meanwhile, it ends with exit 6. Enter alone never accepts.
  Book                cfi slot book asks; cfi slot book --like REF --date ... repeats an earlier one;
                      cfi slot book FILE books many, each once.
  Purchase orders     cfi po create --slot REF --item SKU=QTY; cfi po list --short shows what came short.
  Calendar            cfi slot get REF --ics FILE.

  The service asks not to be polled more than a few times an hour; watch and board keep to that.
`;
