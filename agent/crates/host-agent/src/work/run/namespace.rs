//! Is it still the namespace with which a run began? While the agent is away, someone may delete it and
//! create another under the same number, or format it to other blocks.

use super::prepared::Prepared;
use super::record::NamespaceMark;
use super::runs::Runs;

impl Runs {
    /// What the namespace of a run is known by now; `None` for a file.
    ///
    /// # Errors
    /// Why the drive does not say, for a person.
    pub(super) async fn mark(&self, prepared: &Prepared) -> Result<Option<NamespaceMark>, String> {
        let Some(target) = &prepared.drive else {
            return Ok(None);
        };
        let control = self.drives.find_drive(&target.drive)?.control;
        let identified = control.identify_namespace(target.nsid).await;
        let identified = identified.map_err(|error| error.to_string())?;
        Ok(NamespaceMark::of(&identified))
    }

    /// Refuses to go on with a namespace that is not the one with which the run began.
    ///
    /// # Errors
    /// What differs, for a person.
    pub(super) async fn require_same(
        &self,
        prepared: &Prepared,
        before: Option<&NamespaceMark>,
    ) -> Result<(), String> {
        let Some(before) = before else {
            return Ok(());
        };
        let now = self.mark(prepared).await.map_err(|reason| {
            format!("it could not be determined whether the namespace is still the same: {reason}")
        })?;
        match now {
            Some(now) if now == *before => Ok(()),
            Some(now) => Err(format!(
                "the namespace is not the one with which the run began: it had {before}, and has {now}"
            )),
            None => Err("the drive no longer says what its namespace is".to_owned()),
        }
    }
}
