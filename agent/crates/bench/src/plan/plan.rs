//! The document: what stands beside the steps, and what holds for all of them.

use super::document;
use super::field::{Field, PlanError};
use super::point::place;
use super::setting::{DriveSettings, SettingKind};
use super::step::{self, PurgeMethod, Step};
use serde_json::Value;

const FIELDS: &[&str] = &[
    "id",
    "name",
    "description",
    "readsOnly",
    "steps",
    "source",
    "follows",
    "departs",
];

/// A plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Its name for programs.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// No point writes, and nothing is purged.
    pub reads_only: bool,
    /// What is done, in this order; at least one.
    pub steps: Vec<Step>,
}

impl Plan {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        Self::read(&document::parse(text)?)
    }

    /// Reads the text of a file that may be a part of a plan: steps that bring the target into a state, and no others.
    pub fn parse_part(text: &str) -> Result<Self, PlanError> {
        Self::read_as(&document::parse(text)?, step::read_part)
    }

    /// Reads a document.
    pub fn read(document: &Value) -> Result<Self, PlanError> {
        Self::read_as(document, step::read_steps)
    }

    fn read_as(
        document: &Value,
        read_steps: fn(&Field<'_>) -> Result<Vec<Step>, PlanError>,
    ) -> Result<Self, PlanError> {
        let fields = Field::root(document).object(FIELDS)?;
        let description = fields.get("description").map(|field| field.text()).transpose()?;
        let reads_only = fields.get("readsOnly").map(|field| field.flag()).transpose()?;
        let plan = Plan {
            id: fields.required("id")?.text()?.to_owned(),
            name: fields.required("name")?.text()?.to_owned(),
            description: description.unwrap_or_default().to_owned(),
            reads_only: reads_only.unwrap_or(false),
            steps: read_steps(&fields.required("steps")?)?,
        };
        match plan.placed_steps().into_iter().find(|(_, step)| step.writes()) {
            Some((path, _)) if plan.reads_only => {
                let message = format!("it says that no point writes, but {} does", place(&path));
                Err(fields.required("readsOnly")?.error(message))
            }
            _ => Ok(plan),
        }
    }

    /// Whether it may change a byte of the target.
    pub fn writes(&self) -> bool {
        self.placed_steps().iter().any(|(_, step)| step.writes())
    }

    /// Settings that it makes: of each `set`, and each value that an `each` names. What a drive offers is not among them.
    pub fn settings(&self) -> Vec<DriveSettings> {
        let of = |step: &Step| match step {
            Step::Set(settings) => vec![settings.clone()],
            Step::Each(each) => each.settings(),
            _ => Vec::new(),
        };
        self.placed_steps()
            .into_iter()
            .flat_map(|(_, step)| of(step))
            .collect()
    }

    /// The settings whose offered values an `each` goes through.
    pub fn offered(&self) -> Vec<SettingKind> {
        let of = |step: &Step| match step {
            Step::Each(each) if each.values().is_none() => Some(each.setting()),
            _ => None,
        };
        self.placed_steps()
            .into_iter()
            .filter_map(|(_, step)| of(step))
            .collect()
    }

    /// How it purges the target.
    pub fn purges(&self) -> Vec<PurgeMethod> {
        let of = |step: &Step| match step {
            Step::Purge(method) => Some(*method),
            _ => None,
        };
        self.placed_steps()
            .into_iter()
            .filter_map(|(_, step)| of(step))
            .collect()
    }

    /// Whether what is done depends on what comes of it.
    pub fn goes_by_results(&self) -> bool {
        let goes = |step: &Step| match step {
            Step::Search(_) => true,
            Step::Rounds(rounds) => rounds.until().is_some(),
            _ => false,
        };
        self.placed_steps().iter().any(|(_, step)| goes(step))
    }

    /// Every step with its path, one before those within it.
    pub fn placed_steps(&self) -> Vec<(Vec<u32>, &Step)> {
        let mut placed = Vec::new();
        step::place_steps(&self.steps, &[], &mut placed);
        placed
    }
}
