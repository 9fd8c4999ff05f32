/* Makes questions from a plan, and has the command answer: no question carries its answer. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { refusal } from "./ask_answers.mjs";
import { checkFirst, checkSteps, makeFirst, makeSteps } from "./ask_costs.mjs";
import { checkFault, checkFinish, makeFault, makeFinish, short } from "./ask_faults.mjs";
import { checkArrival, checkBusiest, checkLinks, makeArrival, makeBusiest, makeLinks } from "./ask_packets.mjs";

export const kinds = {
	arrival: { title: "When does a piece come?", make: makeArrival, check: checkArrival },
	links: { title: "Which links carry a step?", make: makeLinks, check: checkLinks },
	busiest: { title: "Which link carries most?", make: makeBusiest, check: checkBusiest },
	steps: { title: "How many steps?", make: makeSteps, check: checkSteps },
	first: { title: "Which ends first?", make: makeFirst, check: checkFirst },
	fault: { title: "Where is the fault?", make: short(makeFault), check: checkFault },
	finish: { title: "Finish the schedule", make: short(makeFinish), check: checkFinish },
};

/* Makes a question of a kind from a right plan: { kind, text, plan ... }. Null if the plan gives no such
 * question. `rival`: the request of a second plan, or null. */
export async function makeQuestion(grove, model, kind, seed, rival = null) {
	if (!model?.verdict?.ok || !model.transfers.length)
		return null;
	const question = await kinds[kind].make(model, { seed, rival, grove });

	return question && { plan: model.text, ...question, kind };
}

/* Has the command judge an answer: { right, text: what is wrong, why: the explanation }. */
export async function checkAnswer(grove, question, answer) {
	try {
		return await kinds[question.kind].check(grove, question, answer);
	} catch (error) {
		return refusal(error.message);
	}
}
