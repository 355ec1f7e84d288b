/**
 * How many requests after a lost one are sent on a connection of their own each. Some services close a connection after an
 * answer without saying so, and a request that is quicker than that is lost; the next ones must arrive.
 */
export const closingAfterLoss = 50;
