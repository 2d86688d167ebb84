"""Which names does Slack know? Its schema of manifests takes any; these are the ones there are.

As docs.slack.dev/reference/scopes and /reference/events have them (2026-11-30): the scopes of a bot
token that touch conversations, people and files, and the events that a bot can subscribe to.
"""

_SCOPES = """
app_mentions:read assistant:write channels:history channels:read chat:write commands files:read
files:write groups:history groups:read im:history im:read im:write mpim:history mpim:read
reactions:read reactions:write team:read users:read users:read.email
"""

_EVENTS = """
agent_session_stopped app_context_changed app_home_opened app_mention app_uninstalled
assistant_thread_context_changed assistant_thread_started call_rejected channel_archive
channel_created channel_deleted
channel_history_changed channel_id_changed channel_left channel_rename channel_shared
channel_unarchive channel_unshared dnd_updated_user email_domain_changed emoji_changed
file_change file_created file_deleted file_public file_shared file_unshared function_executed
grid_migration_finished grid_migration_started group_archive group_close group_deleted
group_history_changed group_left group_open group_rename group_unarchive im_close im_created
im_history_changed im_open link_shared member_joined_channel member_left_channel
message.channels message.groups message.im message.mpim message_metadata_deleted
message_metadata_posted message_metadata_updated pin_added pin_removed reaction_added
reaction_removed shared_channel_invite_accepted shared_channel_invite_approved
shared_channel_invite_declined shared_channel_invite_received shared_channel_invite_requested
subteam_created subteam_members_changed subteam_self_added subteam_self_removed subteam_updated
team_access_granted team_access_revoked team_domain_change team_join team_rename tokens_revoked
user_change user_huddle_changed user_profile_changed user_status_changed
"""

BOT_SCOPES = frozenset(_SCOPES.split())
BOT_EVENTS = frozenset(_EVENTS.split())

LEGACY = frozenset({"assistant_thread_context_changed", "assistant_thread_started"})
"""Of the assistant view, which no new app may have."""
