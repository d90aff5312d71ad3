type Group = { questions: readonly { question: string; answer: string }[] };

/** Longer searches are cut, characters. */
export const longestSearch = 80;

/**
 * The questions that have every word of a search in question or answer, in their groups; all of them for an empty search.
 * Words are compared without their last letters, so that endings of either language do not matter.
 */
export function matchingGroups<AnyGroup extends Group>(groups: readonly AnyGroup[], search: string): AnyGroup[] {
  const stems = normal(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(stemOf);
  if (stems.length === 0) return [...groups];
  return groups.flatMap((group) => {
    const questions = group.questions.filter(({ question, answer }) => {
      const text = normal(`${question} ${answer}`);
      return stems.every((stem) => text.includes(stem));
    });
    return questions.length === 0 ? [] : [{ ...group, questions }];
  });
}

function normal(text: string): string {
  return text.normalize("NFC").slice(0, 10_000).toLowerCase().replaceAll("ё", "е");
}

function stemOf(word: string): string {
  if (word.length < 4) return word;
  return word.slice(0, word.length < 7 ? -1 : -2);
}
