package dev.penstock.client;

/** The check of a caller that has none. */
enum NoCheck implements ResultCheck {
    INSTANCE;

    private static final Judgement ACCEPTED = new Judgement.Accepted();

    @Override
    public Judgement judge(Answer answer) {
        return ACCEPTED;
    }
}
