// The same rules in English.
robot: clinic.json

# An appointment, asked for, confirmed and made
start
< Hello, this is the clinic.
> I would like an appointment
< Which doctor?
wait: Appointments
> Doctor Lee
< Morning or afternoon?
slots: doctor=Doctor Lee|Doctor Lee@doctor
> afternoon
< Doctor Lee in the afternoon, right?
intent: book CONFIRM_INTENT
> yes
< You see Doctor Lee in the afternoon.
intent: book FINSIH
wait: -

# A slot in the entry question, by a synonym
> I want to see Brown
< Morning or afternoon?
slots: doctor=Brown|Doctor Brown@doctor
> morning
< Doctor Brown in the morning, right?

# No on the confirmation
> I want to see Lee
< Morning or afternoon?
> morning
< Doctor Lee in the morning, right?
> no
< Please call again.
wait: -

# A question in between
> I want to see Lee
< Morning or afternoon?
> When do you open?
< We open at nine.
enter: Appointments
skill: Questions
wait: Appointments
> morning
< Doctor Lee in the morning, right?

# The case of letters does not matter
> where are you?
< We are in Main Street.
skill: Questions

# Something that the robot does not know
> The green elephant sings a song
< Sorry, I did not get that.
skill: -

# A retry repeats the question
> I want to see Lee
< Morning or afternoon?
> The green elephant sings a song
< Pardon?
< Morning or afternoon?
> The green elephant sings a song
< Please call again.
wait: -
