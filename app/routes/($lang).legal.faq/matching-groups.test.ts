import { expect, test } from "vitest";
import { matchingGroups } from "./matching-groups.ts";

const groups = [
  {
    id: "money",
    questions: [
      { question: "What does a refund cost?", answer: "The fee of the network, at most 1 USDT." },
      { question: "Какая комиссия у возврата?", answer: "Её вычитает сеть: всё, что остаётся, придёт вам." },
    ],
  },
  { id: "rate", questions: [{ question: "How long does my rate hold?", answer: "For 15 minutes." }] },
];
const questionsFor = (search: string) =>
  matchingGroups(groups, search).flatMap(({ questions }) => questions.map(({ question }) => question));

test.each([
  ["refunds", ["What does a refund cost?"]],
  ["  FEE, usdt ", ["What does a refund cost?"]],
  ["комиссии возврат", ["Какая комиссия у возврата?"]],
  ["ее", ["Какая комиссия у возврата?"]],
  ["15 minutes", ["How long does my rate hold?"]],
  ["refund rate", []],
  ["(.*", groups.flatMap(({ questions }) => questions.map(({ question }) => question))],
])("%j", (search, questions) => {
  expect(questionsFor(search)).toEqual(questions);
});

test("keeps a group only with questions that match, and its other fields", () => {
  expect(matchingGroups(groups, "rate").map(({ id }) => id)).toEqual(["rate"]);
  expect(matchingGroups(groups, "")).toEqual(groups);
});
