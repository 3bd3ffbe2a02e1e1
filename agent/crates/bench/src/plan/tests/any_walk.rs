//! Any walk at all.

use super::told::{all_done, complete, every_kind};
use super::*;
use proptest::sample::Index;

/// Any feedback, of the right kind or not.
fn any_feedback() -> impl Strategy<Value = (Index, f64, bool)> {
    (any::<Index>(), 1.0..1e6_f64, any::<bool>())
}

fn feedback_for(action: &Action, (choice, figure, holds): &(Index, f64, bool)) -> Feedback {
    let reason = || "so".to_owned();
    match choice.index(10) {
        0 => Feedback::Failed { reason: reason() },
        1 => Feedback::Skipped { reason: reason() },
        2 if matches!(action, Action::Measure(_)) => Feedback::Done,
        _ => match action {
            Action::Measure(measurement) => complete(measurement, *figure, *holds),
            action => all_done(action),
        },
    }
}

proptest! {
    #[test]
    fn any_walk_ends_within_the_longest_and_repeats_from_its_feedbacks(
        draws in prop::collection::vec(any_feedback(), 400),
        cut in any::<Index>(),
    ) {
        let plan = every_kind();
        let most: usize = plan.steps.iter().map(Step::points_max).sum();
        let mut walk = Walk::new(&plan);
        let mut feedbacks = Vec::new();
        let mut actions = Vec::new();
        while let Some(action) = walk.action().cloned() {
            prop_assert!(feedbacks.len() < draws.len(), "it does not end");
            let feedback = feedback_for(&action, &draws[feedbacks.len()]);
            walk.tell(&feedback);
            feedbacks.push(feedback);
            actions.push(action);
        }
        let points: Vec<u32> = actions
            .iter()
            .filter_map(|action| match action {
                Action::Measure(measurement) => Some(measurement.points.iter().map(|point| point.sequence)),
                _ => None,
            })
            .flatten()
            .collect();
        let counted: Vec<u32> = (0..u32::try_from(points.len()).unwrap()).collect();
        prop_assert_eq!(&points, &counted);
        prop_assert!(points.len() <= most, "{} of at most {}", points.len(), most);
        // As they are written down and read back.
        let kept = feedbacks.iter().map(|feedback| {
            let text = serde_json::to_string(feedback).unwrap();
            serde_json::from_str::<Feedback>(&text).unwrap()
        });
        let place = cut.index(actions.len());
        let again = Walk::replay(&plan, kept.take(place));
        prop_assert_eq!(again.action(), actions.get(place));
        let end = Walk::replay(&plan, feedbacks);
        prop_assert_eq!(end.action(), None);
        prop_assert_eq!(end.conclusion(), walk.conclusion());
        prop_assert_eq!(end.findings(), walk.findings());
        prop_assert_eq!(end.settings(), walk.settings());
    }
}
